internal import CRevision

/// The commit that the program was built from, such as `c420dc2a1b`, with `-dirty` if files
/// differed from it. Nil outside of `make`, and outside of a clone of the repository.
public let commitOfBuild: String? = {
    let commit = String(cString: revision_commit())
    return commit.isEmpty ? nil : commit
}()
