import Expectations
import Loop
import Glibc
import Testing

extension LoopTests {
    /// Programs that the loop runs.
    struct ChildProcessTests {
        /// Returns a program's output and its exit.
        private func outcome(
            of script: String,
            during body: @escaping (ChildProcess, EventLoop) -> Void = { _, _ in }
        ) throws -> (output: String, exit: ChildProcess.Exit?) {
            var output: [UInt8] = []
            var exit: ChildProcess.Exit?
            try runLoop { loop in
                var child: ChildProcess?
                child = try loop.run(ChildProgram(["sh", "-c", script])) { bytes in
                    output += bytes
                    if let child { body(child, loop) }
                } ended: { reason in
                    exit = reason
                    loop.stop()
                }
                return child
            }
            return (String(decoding: output, as: UTF8.self), exit)
        }

        /// Returns true if a process ends soon. The kernel takes a moment to kill a process, and
        /// without an init process that waits for orphans, orphans stay as zombies.
        /// Runs a program, and gives its exit.
        private func ending(of program: ChildProgram) throws -> ChildProcess.Exit? {
            var exit: ChildProcess.Exit?
            try runLoop { loop in
                try loop.run(program) { _ in
                } ended: {
                    exit = $0
                    loop.stop()
                }
            }
            return exit
        }

        private func ends(_ process: String) -> Bool {
            let path = "/proc/" + process.filter(\.isNumber) + "/stat"
            return (0..<200).contains { _ in
                guard let file = fopen(path, "r") else { return true }
                defer { fclose(file) }
                var line = [UInt8](repeating: 0, count: 256)
                let length = fread(&line, 1, line.count, file)
                let words = String(decoding: line.prefix(length), as: UTF8.self).split(
                    separator: " ")
                return words.count > 2 && words[2] == "Z" || usleep(5_000) != 0
            }
        }

        @Test func `all that it wrote is told before its end`() throws {
            let (output, exit) = try outcome(of: "echo one; seq 1 50000; exit 3")
            #expect(output.hasPrefix("one\n1\n2\n"))
            #expect(output.hasSuffix("\n50000\n"))
            expect(exit, is: .status(3))
        }

        @Test func `it reads nothing and has this program's errors`() throws {
            let (output, exit) = try outcome(of: "cat; readlink /proc/self/fd/2")
            var path = [CChar](repeating: 0, count: 4_096)
            let length = readlink("/proc/self/fd/2", &path, path.count)
            let own = path.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
            expect(output, is: String(decoding: own, as: UTF8.self) + "\n")
            expect(exit, is: .status(0))
        }

        @Test func `asked to end, it ends with all that it started`() throws {
            let (output, exit) = try outcome(of: "sleep 60 & echo $!; wait") { child, _ in
                child.terminate()
                child.terminate()
            }
            expect(exit, is: .signal(SIGTERM))
            #expect(ends(output))
        }

        @Test func `one that does not want to end is killed`() throws {
            let (_, exit) = try outcome(of: "trap '' TERM; echo x; while :; do sleep 1; done") {
                child, _ in child.terminate()
            }
            expect(exit, is: .signal(SIGKILL))
        }

        @Test func `one that closes its output is ended`() throws {
            let (_, exit) = try outcome(of: "exec >&-; sleep 60")
            expect(exit, is: .signal(SIGTERM))
        }

        @Test func `descendants that keep its output open do not delay its end`() throws {
            let (output, exit) = try outcome(of: "sleep 60 & echo $!")
            expect(exit, is: .status(0))
            #expect(ends(output))
        }

        @Test func `what cannot be started is an error that names it`() throws {
            try runLoop { loop in
                #expect(
                    throws: EventLoopError.system(
                        operation: "start", subject: "/no/such/program", code: ENOENT)
                ) {
                    _ = try loop.run(ChildProgram(["/no/such/program"])) { _ in
                    } ended: { _ in
                    }
                }
                loop.atEndOfTurn { loop.stop() }
            }
        }

        @Test func `a task has an input, an environment, and its errors in its output`() throws {
            var program = ChildProgram(["sh", "-c", "cat | wc -c; env | sort; echo oops >&2"])
            program.input = [UInt8](repeating: 120, count: 1 << 20)
            program.environment = ["PATH=/usr/bin:/bin", "A=1 2"]
            program.isTask = true
            var output = ""
            try runLoop { loop in
                try loop.run(program) {
                    output += String(decoding: $0, as: UTF8.self)
                } ended: { _ in
                    loop.stop()
                }
            }
            let lines = output.split(separator: "\n").filter { !$0.hasPrefix("PWD=") }
            expect(lines, is: ["1048576", "A=1 2", "PATH=/usr/bin:/bin", "oops"])
        }

        @Test func `the start of a task is not waited for, and its failure is its end`() throws {
            var program = ChildProgram(["/no/such/program"])
            program.isTask = true
            try expect(ending(of: program), is: .notStarted(ENOENT))
        }

        @Test func `a task may close its output and go on, and leaves nothing behind`() throws {
            var program = ChildProgram(["sh", "-c", "exec >&- 2>&-; sleep 0.2; sleep 60 & exit 3"])
            program.isTask = true
            try expect(ending(of: program), is: .status(3))
        }

        @Test func `the end of the loop is its end`() throws {
            var output = ""
            try runLoop { loop in
                try loop.run(ChildProgram(["sh", "-c", "echo $$; sleep 60"])) { bytes in
                    output += String(decoding: bytes, as: UTF8.self)
                    loop.stop()
                } ended: { _ in
                    Issue.record("a callback ran after the loop's end")
                }
            }
            // Only this test waits for it now.
            var status: Int32 = 0
            let process = pid_t(String(output.filter(\.isNumber))) ?? -1
            expect(waitpid(process, &status, 0), is: process)
            expect(status & 0x7F, is: SIGKILL)
        }
    }
}
