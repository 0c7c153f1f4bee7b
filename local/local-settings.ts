/** The ids have AWS's form, so that production verification runs unchanged. */
export const localSettings = {
	USER_POOL_ID: "us-east-1_Local0001",
	PASSWORD_POLICY: '{"minimumLength": 12}',
	USER_POOL_CLIENT_ID: "local0client0id0aqlcloud00",
	USER_POOL_DOMAIN: "https://aqlcloud-local.auth.us-east-1.amazoncognito.com",
	IDENTITY_POOL_ID: "us-east-1:00000000-0000-4000-8000-000000000001",
	PASSKEY_DOMAIN: "localhost",
};

/** The pool's second app client, for runs with a client secret. It protects nothing outside this machine. */
export const confidentialClient = {
	clientId: "local0client0id0withsecret0",
	clientSecret: "local-client-secret-for-this-machine-only-0000000000",
};

/** Not a secret: it signs device keys that exist only on this machine. */
export const localIngestSecret = "local-ingest-secret-for-this-machine-only";

/** Not a secret: it signs when a person of this machine was last active. */
export const localSessionKey = "local-session-key-for-this-machine-only-000";

/** Every channel is on; its messages go to the mailbox. The actual port replaces that of CONSOLE_URL. */
export const localMessageSettings = {
	CONSOLE_URL: "http://localhost:5173",
	EMAIL_FROM: "console@aqlcloud.test",
	SMS_COUNTRIES: "PT,GB,NL,US",
	SMS_ACCESS_KEY_ID: "LOCAL",
	SMS_SECRET_ACCESS_KEY: "opens nothing",
	/** Signs only on this machine: pushes of a local run are recorded beside its webhooks. */
	VAPID_PUBLIC_KEY: "BHMgpWJEU86n19_ZgsZP7tVO9XAkuPvjhY991OyOz86qhm8XoQpXG-VIBLhpxONIxk9wNMjw67HROevdNjVh3k8",
	VAPID_PRIVATE_KEY: "rSuavMQ-IrnDjyEdikh4_g6QtI9sbcULhWVeszW_OOA",
};

/** By this key a local run seals secrets of providers. Its private half is public too, and protects nothing. */
export const localOperatorKey = {
	publicKey:
		"MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAuSuF4p0e9Swfn1bdawT5KeZNxsJiTWNwkLzL0+nKhPWqCX2It9UChf2u" +
		"6sEzKsXunTt4uNw3+tYP1QXfgWgc+510It3XLJNi42/RNSOjkPfUd20kZ0rv/tCTv1ekrPl1320A0jn8Ib3Cog6YsQkg8OEej25k" +
		"M69x33yZCRP2izjAyMZ7x0BnkeIamdKL7xZwV2vHLjwc/2IFZXQL0GXpKlAiW8kcd1JWvw9jooZbERMJEOFKvwKsQxW2CaJTBRmV" +
		"gAKliyNXbQ2jDd3QS3dywVHINJtrMiYraR772AIKWGl5BzJ5oMyAwiN7a/Z9eY8CHmwjsA5icjdPhYQygwE1k29RBYQxDBBariJa" +
		"YzitoIpQCHznZk5/iyDmrZWBvTK02zIyDCVI3fbPF/Ocv//+NtcwhfUUzLtJEMU7LwpHSIDVI6lxN8mbTqy9iEuQefk2/91gyczA" +
		"ow4cWUeIFw5ypPilI/gdcOFsRkum/bBnMPJToa5lfglAvZGP2Nq3NTaIEIJuAIv6QR3hixX7204UAValdaMhkRUyjZvt1JhsVP6X" +
		"DFPGeQ5ljgHF6eoZzy+FdshK3hm84SsbBrkQ7rKnOEnIIbuxiGopq/uuwzXqzlQpkU4BBEjTcuZMSKM7n8azSZ1lpbrDEZN7JNem" +
		"IIbcnYS1irivNrfN2bJ8rINp4hMCAwEAAQ==",
	privateKey:
		"MIIJKQIBAAKCAgEAuSuF4p0e9Swfn1bdawT5KeZNxsJiTWNwkLzL0+nKhPWqCX2It9UChf2u6sEzKsXunTt4uNw3+tYP1QXfgWgc" +
		"+510It3XLJNi42/RNSOjkPfUd20kZ0rv/tCTv1ekrPl1320A0jn8Ib3Cog6YsQkg8OEej25kM69x33yZCRP2izjAyMZ7x0BnkeIa" +
		"mdKL7xZwV2vHLjwc/2IFZXQL0GXpKlAiW8kcd1JWvw9jooZbERMJEOFKvwKsQxW2CaJTBRmVgAKliyNXbQ2jDd3QS3dywVHINJtr" +
		"MiYraR772AIKWGl5BzJ5oMyAwiN7a/Z9eY8CHmwjsA5icjdPhYQygwE1k29RBYQxDBBariJaYzitoIpQCHznZk5/iyDmrZWBvTK0" +
		"2zIyDCVI3fbPF/Ocv//+NtcwhfUUzLtJEMU7LwpHSIDVI6lxN8mbTqy9iEuQefk2/91gyczAow4cWUeIFw5ypPilI/gdcOFsRkum" +
		"/bBnMPJToa5lfglAvZGP2Nq3NTaIEIJuAIv6QR3hixX7204UAValdaMhkRUyjZvt1JhsVP6XDFPGeQ5ljgHF6eoZzy+FdshK3hm8" +
		"4SsbBrkQ7rKnOEnIIbuxiGopq/uuwzXqzlQpkU4BBEjTcuZMSKM7n8azSZ1lpbrDEZN7JNemIIbcnYS1irivNrfN2bJ8rINp4hMC" +
		"AwEAAQKCAgAA83AwMOTU74gtn0LU70q+3+nl9K/u297t85pbQdTBOocm8EaDj0SQPbRt4YwOVUUu8mGBbKPl9+4cma7RiPjkMW+0" +
		"kwwNqX6ZgeEb9gF0fzbBepMHQRdL5g8R0D8SNWYs5QlbDJuwd4J15eQkyi8uRvvCi7vzBn6y5gAmemuWjh/3FKKOTjhS1OHAyzq+" +
		"wNKhNIyR9eyjSPblxaMIr2V+cnMXESwnVP1LgyM4RxlI70rTWU+bS/7EPf9R3Q/oUXhfV5H28gokKg0qVV4EqwZAqhz+8QGCmMW+" +
		"uzqD4Z+kA7FdtlY1dLeZuJ695RQ+nEDHQTrtg/Ii+X3gtx5P6Ae23CqjogGlDLuls7DLKcOe6AVlmILBWdaDT04ROhhiHrrngty+" +
		"7qRQVkV7snJkXaNCVmq9cohoJrr+MP2tkFIwLeTft8079Fsj+CUHvIyZ8DQ3QNi+kKUsrAO7G5DIYKLwNxXYTrTg/g7fllpYO6LI" +
		"ko1sDE43kvD8ef+JChSdYAMZOMNa+t/iXnGT1a3utGx+1IhLgvImGXwsEpyjZPWpqIV25Fx3M8028pA5oGMJTvciNUZuqJwsd3M0" +
		"CdXB2Z6iiQe+LZ55Ak7+n47ey+TiDm/J+R8d/POijPkNEKFIjCtXL+dHZ5Fvwp8dxkepZWWruEy7c6YBMT2zshHQZzrSOQKCAQEA" +
		"6F8Z3OSkQUdsfACFS2mT3p4yoCZJsUcjWLde4eD3EupQgX4gPaRDgxmSL5GyMoqo849Ukxozqh6/QHaBnC7gdxnBlt1GFXM7LhpM" +
		"eDyDNYV+dlRA42WzoC+w1mqQv9zdYmtAoN2jGNsM3Mp+xbHFwfFU51rV/FSUtqiE8Y9CifJCLMC3Lc/61usdT14cfKVAiLqPgUrQ" +
		"uuCg7gdIHWTOlu4t2/J1Q/RAQvfvdgLCRlgc3JzDa1aOPcVBKv2s0Trveirz7PYoKISp2eMFXZNhQbbCwD2qM6lBeaGTzpvjF830" +
		"mfa7kqq/00b42iJrCGKqUO0Axb2UQPCgDqNTN8p4yQKCAQEAy/+2fa4GOe0AgRVbWYxQ7jsRqTvbeeq4+F4BeiFmvPX0KyIzWog6" +
		"JfX0xw0BDkOEWcKHeC+JsF2xRaaMcR2BVaf+4z5mErGif1s6b7IZc27B2DAWvHgqjc3ZOvHkgPqFe6IjhzcX0JEZgvPTtGU5h6eE" +
		"Jj4459v1Jz1YO0Ra8Hmw+PFtXYH9SejliPwefX0WSxss1o4awcaC0dxdWtjMGPyAUdzOwtVrTnmoO+jMjmQrAlrRffueCrEttYoY" +
		"OVDSQukgPqHTWBloq14LRVUVTyKRT6CxSrW+dDlVeQzXkROoI/9N0m7umB7MV5XYKBzIMU2W/6nlCORpAYWJFolN+wKCAQEApx4G" +
		"PqwdSWlxpvjE5IiItTk3FaCTrTCJRjuSvIaLiwoDXi30SADEIRwZ26Y/70Nz4L67R5Q3hejZCSZxbn70JhPa+4Il7jVSYYS+bFaw" +
		"0qQwYC+V/zTca58A4iP/+EyC105lS4w6yRx48q2bYNjKbgH/WugkL3YxAfDOs9+hLg6R8xeiZgtGzpyHFtaLTEWY1Py/SnAhD9WP" +
		"R8Dq52DhhwDC8IU+OuIF+WPQzyGK0QZ7s1n23VKBuAEOLjoEuPFW25jalxgtp35JnY89A6CD+LvU8mcm6kKW+T/wSk4ok60mdjhR" +
		"jFjK3ssTG+ZW7c/vx4W74XrHjbDAm+ZwahZuqQKCAQEAm1QIsyeHrCGOqbsGRGf30318lBx0oB8eWlbRzxmRrb2k/hbbfUqO5Aqk" +
		"J8/6Bs9X/jSFi/i+YWDlsv/+nb52lS8GgCcp93/0F/7xvsygXmluBduP5E+nLzQW/K/kamTWsG2jmbhUVMW25CQeBZSxul3N3ISy" +
		"NbEguJEYFoCUsdgm7VZ/DJ0GrHk+FRDLcoeFKwj1GiU3sGYjhAHDv4Gl3jycxDhZ4rY4L5eohn1bC+yvZuqZ6tBk5QVFpZ4Rlcq5" +
		"XqM9nxL+5mzqatl/wXnocMoEVNopRJaf/sUNFM+3b8rE0yv5KIq493Ez7Fi3LsvDju7iU6ccMqogXj08RcGkcwKCAQAO5uVSWX6y" +
		"NMLxiadw/j1wapJAhq2l/NH8eE03h+tosKPA9kTS3ia05/81f9RPqFoG/98NAfaIDLHq8YxwmIf6202vkQMGrnNFD8DOjW+LQ892" +
		"U8dBuVikA3ut93qqxmYcLaW6xnZXj/k6c4x4ECrQnall5761onJ6TgxRrd9u7tv1g4ZI8L+q1/VF1LL4hPnGBn9tFNoqeCu5C7Ah" +
		"zaCSXBg+MgnE30Q+zvcNG38jiyCSIQ2SsWnA4ryHDzcuiHMOnvNUULPPvKaZKNkKgRfqHzWjbBZUTkNcOlwozbdNGVr56DXynteF" +
		"cKEmoWcLdIEcDlQtsEoxZ/lZHRPQcSoc",
};

/** The seeded account's single sign-on, at which anyone can be anybody. `token` proves its domain. */
export const localSso = {
	domain: "northwind.test",
	token: "northwind0northwind0northwind000",
	provider: "sso-northwind",
};
