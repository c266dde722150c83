/** Something the run needs is not installed here: neither passed nor failed. */
export const EXIT_MISSING = 3;
/** A scenario did not go as predicted. */
export const EXIT_FAILED = 1;
/** A scenario was named that does not exist. */
export const EXIT_USAGE = 2;
