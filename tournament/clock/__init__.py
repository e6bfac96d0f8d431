"""The clock (R6): started for a whole round, stopped for the hall, lengthened for a table. Server time only."""
