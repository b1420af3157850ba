/// The program's entry.
@main
enum NPHub {
    static func main() {}
}
