/** Passwords that attackers try first, among those of valid length; lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `00000000 11111111 12121212 12341234 123123123 12344321 12345678 123456789 1234567890 123456789a 123456abc 1234qwer 12qwaszx 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qazxsw2 22222222 23456789 31415926 55555555 66666666 77777777 87654321 88888888 987654321 9876543210 99999999 a1234567 a12345678 aa123456 aaaaaaaa abc12345 abcd1234 abcdefgh
  access14 admin123 adminadmin administrator alexander asdf1234 asdfasdf asdfghjk asdfghjkl babygirl baseball basketball blink182 butterfly changeme charlie1 chocolate computer
  corvette dragon12 einstein elizabeth facebook football football1 ginger12 google123 hello123 helloworld iloveyou iloveyou1 iloveyou2 infinity internet jennifer jessica1 jordan23
  letmein1 liverpool master12 maverick michael1 michelle midnight mercedes monkey12 mustang1 nicholas pa55word pass1234 passw0rd password password! password1 password1! password12
  password123 password1234 pokemon1 princess princess1 q1w2e3r4 q1w2e3r4t5 qazwsx12 qazwsxedc qweasdzxc qwer1234 qwerqwer qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop samantha
  secret123 september shadow12 snoopy12 spiderman starwars startrek steelers sunshine sunshine1 superman superman1 test1234 testtest thunder1 trustno1 unknown1 victoria welcome1
  welcome123 whatever william1 windows1 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123`.split(/\s+/),
);
