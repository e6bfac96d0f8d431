"""Bad moments of the machine: the database away, slow or locked, the disk full. Each ends in a sentence.

What the machine can't do now is no fault of the program and none of the reader's: the answer is 503 with Retry-After,
says what, and what to do, and a phone keeps what it sent and sends it again. Two transactions that have waited for each
other are no bad moment at all: the request that was given up is done once more, if nothing of it was written.

From top to bottom: answers → repeating → causes.
"""
