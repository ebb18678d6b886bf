"""`python -m judgeaudit`."""

from judgeaudit.cli import main

if __name__ == "__main__":
    main()
