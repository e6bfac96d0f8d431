-- What the program otherwise tells each of its connections: behind PgBouncer the role has to know it. Nobody waits for
-- ever, and what was answered as written is on the disk.
ALTER ROLE domino SET lock_timeout = '8s';
ALTER ROLE domino SET statement_timeout = '30s';
ALTER ROLE domino SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE domino SET synchronous_commit = 'on';
