// An object without a table of kernels.
int nothing;
