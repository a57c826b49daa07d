"""What the tests need and a machine may lack, brought into a cache folder; nothing is installed."""
