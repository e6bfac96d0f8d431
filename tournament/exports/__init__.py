"""Tables of the desk as files for other programs: CSV, XLSX and JSON, each with the rows of its page."""
