"""What two module files, saves or logs differ in, and how three versions of one become one."""
