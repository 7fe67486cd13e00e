package files

import (
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/read"
	"example.org/espalier/inference/study/file"
	"example.org/espalier/ui/dialogs"
)

// StudyFilters are the kinds of file that a study is saved to.
var StudyFilters = []dialogs.FileFilter{
	{Name: "Studies", Extensions: []string{strings.TrimPrefix(file.Extension, ".")}}}

// OpenFilters are the kinds of file that can be opened.
var OpenFilters = []dialogs.FileFilter{
	{Name: "Studies, results and tables",
		Extensions: append([]string{StudyFilters[0].Extensions[0], "fit"}, read.Extensions()...)},
	StudyFilters[0],
	{Name: "Results of fits on the command line", Extensions: []string{"fit"}},
	{Name: "Tables (" + read.Titles() + ", also gzipped or zipped)", Extensions: read.Extensions()},
	{Name: "All files", Extensions: []string{"*"}},
}

// TreeFilters are the kinds of file that hold trees.
var TreeFilters = []dialogs.FileFilter{
	{Name: "Trees (Newick, NEXUS, GTR, ATR)",
		Extensions: []string{"gtr", "atr", "nwk", "newick", "tre", "tree", "trees", "nex", "nexus", "nxs", "txt"}},
	{Name: "All files", Extensions: []string{"*"}},
}

// IsTree reports whether a name has the extension of a tree file.
func IsTree(path string) bool {
	ext := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	return ext != "txt" && slices.Contains(TreeFilters[0].Extensions, ext)
}
