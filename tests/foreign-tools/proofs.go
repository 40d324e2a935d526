// Checks log proofs with Go's sumdb packages: `go run proofs.go VKEY FOLDER`. Each file in FOLDER has the lines INDEX, LEAF, the
// hashes of the proof in one line, and then the checkpoint. Prints each file's name, whether the checkpoint is signed by the log, and whether
// the proof leads from the leaf to its root.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func isIncluded(lines []string) bool {
	index, err := strconv.ParseInt(lines[0], 10, 64)
	check(err)
	leaf, err := tlog.ParseHash(lines[1])
	check(err)
	var hashes tlog.RecordProof
	for _, field := range strings.Fields(lines[2]) {
		hash, err := tlog.ParseHash(field)
		check(err)
		hashes = append(hashes, hash)
	}
	text := strings.SplitN(lines[3], "\n", 2)[1]
	// ParseTree requires the Go checksum database's own origin.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + text[:strings.Index(text, "\n\n")+1]))
	return err == nil && index < tree.N && tlog.CheckRecord(hashes, tree.N, tree.Hash, index, leaf) == nil
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	check(err)
	files, err := os.ReadDir(os.Args[2])
	check(err)
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(os.Args[2], file.Name()))
		check(err)
		lines := strings.SplitN(string(data), "\n", 4)
		_, unsigned := note.Open([]byte(lines[3]), note.VerifierList(verifier))
		fmt.Println(file.Name(), unsigned == nil, isIncluded(lines))
	}
}
