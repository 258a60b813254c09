"""What each `samedeal` command does."""
