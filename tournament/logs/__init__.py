"""What is written down about requests and jobs for whoever runs the program: whose they are, and nothing secret."""
