/// Words that are common in passwords, in lower case and without look-alike digits. A password made
/// only of such words, digits and keyboard runs is guessed early.
enum CommonPasswordWords {
    static let all: Set<String> = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    /// In characters.
    static let lengthMax = all.reduce(0) { max($0, $1.count) }

    private static let text = """
        password passwort passphrase passcode passwd pass word secret secure security private access
        login logon signin signup user username account admin administrator root system server guest
        master manager owner default changeme change letmein letme enter open sesame opensesame test
        testing tester temp temporary demo sample example hello hallo hola bonjour welcome goodbye
        thanks please trustno trust nobody whatever nothing something anything everything forever
        always never again iloveyou iloveu loveyou love lover loves loving mylove hate kiss kisses
        hug hugs babe baby babygirl babyboy honey sweet sweetie sweetheart sugar angel angels devil
        darling beautiful pretty handsome lovely cutie princess prince queen king kings kingdom lord
        knight warrior hunter killer ninja samurai pirate wizard magic magical merlin dragon dragons
        phoenix unicorn monster vampire zombie ghost demon shadow shadows darkness midnight thunder
        lightning storm tornado hurricane fire flame blaze ice snow winter spring summer autumn fall
        january february march april may june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday morning evening night today
        tomorrow yesterday holiday christmas easter halloween birthday party happy lucky smile smiley
        sunshine sunny sunset sunrise rainbow moon star stars starlight sky heaven earth ocean river
        mountain forest flower flowers rose roses daisy lily violet jasmine orchid cherry apple
        banana orange lemon peach strawberry pumpkin cookie cookies chocolate candy coffee butter
        cheese chicken pizza burger pepper ginger cinnamon peanut pickle potato
        monkey donkey horse pony cowboy tiger tigers lion lions bear bears wolf wolves eagle eagles
        falcon falcons hawk hawks raven ravens dolphin dolphins shark sharks fish turtle snake cobra
        viper panther panthers puma jaguar cougar wildcat wildcats kitten kitty cat cats dog dogs
        puppy doggy bulldog bulldogs rabbit bunny mouse hamster butterfly spider spiderman batman
        superman wonderwoman ironman hulk captain america avenger avengers marvel joker robin
        pokemon pikachu mario luigi zelda sonic minecraft fortnite roblox xbox nintendo playstation
        gamer gaming game games player players play winner champion champ champions legend legends
        hero heroes superstar rockstar football soccer baseball basketball softball hockey tennis
        golf golfer volleyball lacrosse wrestling swimming swimmer runner running track cricket
        rugby boxing skate skater skateboard surfer surfing snowboard sport sports team coach coaches
        pitcher catcher slugger homerun quarterback touchdown goalie striker athlete varsity
        yankees redsox dodgers giants cubs cardinals braves mets astros rangers cowboys steelers
        packers patriots broncos raiders chiefs bills dolphins lakers celtics bulls warriors knicks
        heat spurs arsenal chelsea liverpool manchester united barcelona madrid juventus
        jordan michael mickey minnie disney daniel david james john johnny joseph joshua jessica
        jennifer jasper ashley amanda andrea andrew anthony alexander alex alexis austin barbara
        bailey brandon brandi brian brittany buster carlos charlie charles chelsea chris christian
        christopher cody corvette daisy dakota danielle diamond dallas dennis donald elizabeth emily
        emma eric ethan eugene frank freddy gabriel george gordon hannah harley harry heather hunter
        isabella jack jackson jacob jake jason jeremy jesus justin karen kevin kimberly kyle laura
        lauren leslie liam linda lisa logan lucas maggie maria marie mark martin mary matthew maxwell
        max megan melissa michelle mike molly morgan natalie nathan nicholas nicole noah oliver
        olivia oscar patrick paul peter phillip rachel rebecca richard robert roger ronald ryan sam
        samantha samuel sandra sarah scott sean sebastian sophia sophie stephanie stephen steven
        taylor teresa thomas tim tyler victoria vincent walter william willie zachary
        computer internet online network website google facebook twitter instagram youtube tiktok
        snapchat whatsapp yahoo hotmail gmail email mail phone mobile iphone android samsung apple
        microsoft windows linux ubuntu oracle amazon netflix laptop keyboard mouse printer desktop
        wireless router cisco matrix hacker hacked cyber pixel crypto bitcoin
        money dollar dollars cash rich richer million millionaire gold golden silver platinum diamond
        diamonds crystal pearl ruby emerald blue red green yellow orange purple pink black white
        brown grey gray scarlet crimson
        freedom liberty justice peace faith hope grace blessed blessing bless jesus christ god lord
        amen church bible heavenly spirit soul life live living death dead
        mother mommy mom father daddy dad sister brother family friend friends friendship girl girls
        boy boys kid kids child children son daughter grandma grandpa husband wife
        school highschool college university student students teacher class classof senior junior
        freshman sophomore graduate
        music musical guitar piano drummer dance dancer dancing singer metallica nirvana eminem
        beatles slipknot blink rock rocker hiphop rapper movie star starwars startrek matrix hobbit
        gandalf frodo potter hogwarts harrypotter dumbledore voldemort
        ferrari porsche mustang camaro chevy chevrolet toyota honda nissan subaru mercedes bmw audi
        yamaha suzuki harleydavidson truck trucks racing racer turbo nascar
        london paris newyork boston chicago dallas houston phoenix denver miami orlando atlanta
        seattle detroit california florida texas carolina virginia arizona colorado michigan georgia
        hawaii america american usa canada mexico england germany france spain italy brazil
        australia india china japan
        number numbers one two three four five six seven eight nine ten zero first second third
        hundred thousand me my mine you your yours im am is are be the an and or of for to in on
        it its this that with from not no yes new old big little super mega ultra cool hot best good
        great awesome amazing perfect crazy stupid dumb fuck fucker fucking fuckyou shit bitch asshole
        pussy dick sexy sex porn naked cool dude buddy bro bros yolo swag
        """
}
