"""Line of sight for Where Eagles Dare and The Devil's Cauldron, exact."""
