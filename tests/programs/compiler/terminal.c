// A terminal is the same inside and when a test is replayed, and keeps its settings.
// RUN: %ramify-cc -g %s -o program && %ramify --show-output --output-dir=%t ./program --sym-stdin 4 >%t.out 2>&1
// RUN: for test in %t/*.ktest; do %ramify replay ./program $test; done >>%t.out 2>&1; %FileCheck %s <%t.out
// CHECK: as new: 500 5 bf 8a3b 24x80 3 28 127 21 4 0 1 0 17 19 26 0 18 15 23 22 0{{$}}
// CHECK: changed: 8a33 24x132
// CHECK: as new: 500 5 bf 8a3b 24x80 3 28 127 21 4 0 1 0 17 19 26 0 18 15 23 22 0{{$}}
// CHECK: changed: 8a33 24x132
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int main(void)
{
    struct termios settings;
    struct winsize window;
    if (tcgetattr(0, &settings) || ioctl(0, TIOCGWINSZ, &window))
        return 0;
    printf("as new: %x %x %x %x %dx%d", settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag,
           window.ws_row, window.ws_col);
    for (int i = 0; i <= VEOL2; i++)
        printf(" %d", settings.c_cc[i]);
    settings.c_lflag &= ~(unsigned)ECHO;
    window.ws_col = 132;
    tcsetattr(0, TCSANOW, &settings);
    ioctl(0, TIOCSWINSZ, &window);
    tcgetattr(0, &settings);
    ioctl(0, TIOCGWINSZ, &window);
    printf("\nchanged: %x %dx%d\n", settings.c_lflag, window.ws_row, window.ws_col);
    return 0;
}
