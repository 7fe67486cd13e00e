package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mostLinks is how many links are followed, as many as Linux does.
const mostLinks = 40

// destination follows the links of a path to the file that is written in the end. The file may not exist yet: info is
// nil then.
func destination(path string) (to string, info fs.FileInfo, err error) {
	for range mostLinks {
		if _, ok := opened(path); ok {
			return path, nil, nil
		}
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return path, nil, nil
		case err != nil:
			return "", nil, err
		case info.IsDir():
			return "", nil, &NotPlain{path, info.Mode().Type()}
		case info.Mode()&fs.ModeSymlink == 0:
			return path, info, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", nil, err
		}
		if !filepath.IsAbs(next) { // relative to the folder that the link is in, which may be under a link itself
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", nil, err
			}
			next = filepath.Join(folder, next)
		}
		path = next
	}
	return "", nil, errors.New("too many levels of symbolic links")
}

// opened returns a function that opens the file that this process has open under a name such as /dev/fd/1, if the name
// is one.
func opened(path string) (open func() (*os.File, error), ok bool) {
	folder, name := filepath.Split(filepath.Clean(path))
	number, err := strconv.Atoi(name)
	if err != nil || number < 0 {
		return nil, false
	}
	switch folder = strings.TrimSuffix(folder, "/"); folder {
	case "/dev/fd", "/proc/self/fd", "/proc/thread-self/fd", "/proc/" + strconv.Itoa(os.Getpid()) + "/fd":
		return func() (*os.File, error) { return again(number, path) }, true
	}
	return nil, false
}
