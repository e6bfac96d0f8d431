"""Who may do what: roles of accounts in one tournament, checked on the server on the object itself."""
