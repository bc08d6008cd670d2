# libosip2's parser of a URI, on a short symbolic string.
same_as=libosip2
arguments='uri --sym-stdin 10'
