"""The methods over a local socket: JSON-RPC 2.0, one object a line."""
