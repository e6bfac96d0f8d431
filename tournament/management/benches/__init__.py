"""What can be measured with `manage.py bench`: one module for each feature."""
