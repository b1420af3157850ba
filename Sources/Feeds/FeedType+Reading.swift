extension FeedType {
    /// The same with the settings that every feed has, since they only say how its texts are read.
    var readAsConfigured: FeedType {
        let name = "split"
        guard !settings.contains(where: { $0.name == name }) else { return self }
        var setting = FeedSetting(
            name: name, kind: .tree, isRequired: false, namesStation: false,
            summary: "how a line with artist and title is divided")
        setting.isOfReading = true
        var type = self
        type.settings.append(setting)
        type.mistakes = { [mistakes] feed in
            let reading = MappingReading()
            _ = FeedTraits(splittingOf: feed, mistakes: reading)
            return mistakes(feed) + reading.mistakes
        }
        type.adaptation = { [adaptation] type, feed in
            adaptation(&type, feed)
            FeedTraits(splittingOf: feed, mistakes: MappingReading()).apply(to: &type)
        }
        return type
    }
}
