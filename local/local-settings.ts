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
	MAIL_DOMAIN: "in.aqlcloud.test",
	SMS_COUNTRIES: "PT,GB,NL,US",
	SMS_ACCESS_KEY_ID: "LOCAL",
	SMS_SECRET_ACCESS_KEY: "opens nothing",
	CALL_COUNTRIES: "PT,GB,NL,US",
	TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000000",
	TWILIO_AUTH_TOKEN: "opens nothing",
	TWILIO_FROM: "+351210000100",
	/** Signs only on this machine: pushes of a local run are recorded beside its webhooks. */
	VAPID_PUBLIC_KEY: "BHMgpWJEU86n19_ZgsZP7tVO9XAkuPvjhY991OyOz86qhm8XoQpXG-VIBLhpxONIxk9wNMjw67HROevdNjVh3k8",
	TELEGRAM_BOT: "aqlcloud_local_bot",
	TELEGRAM_BOT_TOKEN: "1:opens-nothing-outside-of-this-machine",
	VAPID_PRIVATE_KEY: "rSuavMQ-IrnDjyEdikh4_g6QtI9sbcULhWVeszW_OOA",
};

/** The key that encrypts secrets of providers in a local run. Its private half is public too, and protects nothing. */
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
		"MIIJQwIBADANBgkqhkiG9w0BAQEFAASCCS0wggkpAgEAAoICAQC5K4XinR71LB+fVt1rBPkp5k3GwmJNY3CQvMvT6cqE9aoJfYi31QKF" +
		"/a7qwTMqxe6dO3i43Df61g/VBd+BaBz7nXQi3dcsk2Ljb9E1I6OQ99R3bSRnSu/+0JO/V6Ss+XXfbQDSOfwhvcKiDpixCSDw4R6PbmQz" +
		"r3HffJkJE/aLOMDIxnvHQGeR4hqZ0ovvFnBXa8cuPBz/YgVldAvQZekqUCJbyRx3Ula/D2OihlsREwkQ4Uq/AqxDFbYJolMFGZWAAqWL" +
		"I1dtDaMN3dBLd3LBUcg0m2syJitpHvvYAgpYaXkHMnmgzIDCI3tr9n15jwIebCOwDmJyN0+FhDKDATWTb1EFhDEMEFquIlpjOK2gilAI" +
		"fOdmTn+LIOatlYG9MrTbMjIMJUjd9s8X85y///421zCF9RTMu0kQxTsvCkdIgNUjqXE3yZtOrL2IS5B5+Tb/3WDJzMCjDhxZR4gXDnKk" +
		"+KUj+B1w4WxGS6b9sGcw8lOhrmV+CUC9kY/Y2rc1NogQgm4Ai/pBHeGLFfvbThQBVqV1oyGRFTKNm+3UmGxU/pcMU8Z5DmWOAcXp6hnP" +
		"L4V2yEreGbzhKxsGuRDusqc4Scghu7GIaimr+67DNerOVCmRTgEESNNy5kxIozufxrNJnWWlusMRk3sk16YghtydhLWKuK82t83Zsnys" +
		"g2niEwIDAQABAoICAADzcDAw5NTviC2fQtTvSr7f6eX0r+7b3u3zmltB1ME6hybwRoOPRJA9tG3hjA5VRS7yYYFso+X37hyZrtGI+OQx" +
		"b7STDA2pfpmB4Rv2AXR/NsF6kwdBF0vmDxHQPxI1ZizlCVsMm7B3gnXl5CTKLy5G+8KLu/MGfrLmACZ6a5aOH/cUoo5OOFLU4cDLOr7A" +
		"0qE0jJH17KNI9uXFowivZX5ycxcRLCdU/UuDIzhHGUjvStNZT5tL/sQ9/1HdD+hReF9XkfbyCiQqDSpVXgSrBkCqHP7xAYKYxb67OoPh" +
		"n6QDsV22VjV0t5m4nr3lFD6cQMdBOu2D8iL5feC3Hk/oB7bcKqOiAaUMu6WzsMspw57oBWWYgsFZ1oNPThE6GGIeuueC3L7upFBWRXuy" +
		"cmRdo0JWar1yiGgmuv4w/a2QUjAt5N+3zTv0WyP4JQe8jJnwNDdA2L6QpSysA7sbkMhgovA3FdhOtOD+Dt+WWlg7osiSjWwMTjeS8Px5" +
		"/4kKFJ1gAxk4w1r63+JecZPVre60bH7UiEuC8iYZfCwSnKNk9amohXbkXHczzTbykDmgYwlO9yI1Rm6onCx3czQJ1cHZnqKJB74tnnkC" +
		"Tv6fjt7L5OIOb8n5Hx3886KM+Q0QoUiMK1cv50dnkW/Cnx3GR6llZau4TLtzpgExPbOyEdBnOtI5AoIBAQDoXxnc5KRBR2x8AIVLaZPe" +
		"njKgJkmxRyNYt17h4PcS6lCBfiA9pEODGZIvkbIyiqjzj1STGjOqHr9AdoGcLuB3GcGW3UYVczsuGkx4PIM1hX52VEDjZbOgL7DWapC/" +
		"3N1ia0Cg3aMY2wzcyn7FscXB8VTnWtX8VJS2qITxj0KJ8kIswLctz/rW6x1PXhx8pUCIuo+BStC64KDuB0gdZM6W7i3b8nVD9EBC9+92" +
		"AsJGWBzcnMNrVo49xUEq/azROu96KvPs9igohKnZ4wVdk2FBtsLAPaozqUF5oZPOm+MXzfSZ9ruSqr/TRvjaImsIYqpQ7QDFvZRA8KAO" +
		"o1M3ynjJAoIBAQDL/7Z9rgY57QCBFVtZjFDuOxGpO9t56rj4XgF6IWa89fQrIjNaiDol9fTHDQEOQ4RZwod4L4mwXbFFpoxxHYFVp/7j" +
		"PmYSsaJ/WzpvshlzbsHYMBa8eCqNzdk68eSA+oV7oiOHNxfQkRmC89O0ZTmHp4QmPjjn2/UnPVg7RFrwebD48W1dgf1J6OWI/B59fRZL" +
		"GyzWjhrBxoLR3F1a2MwY/IBR3M7C1WtOeag76MyOZCsCWtF9+54KsS21ihg5UNJC6SA+odNYGWirXgtFVRVPIpFPoLFKtb50OVV5DNeR" +
		"E6gj/03Sbu6YHsxXldgoHMgxTZb/qeUI5GkBhYkWiU37AoIBAQCnHgY+rB1JaXGm+MTkiIi1OTcVoJOtMIlGO5K8houLCgNeLfRIAMQh" +
		"HBnbpj/vQ3PgvrtHlDeF6NkJJnFufvQmE9r7giXuNVJhhL5sVrDSpDBgL5X/NNxrnwDiI//4TILXTmVLjDrJHHjyrZtg2MpuAf9a6CQv" +
		"djEB8M6z36EuDpHzF6JmC0bOnIcW1otMRZjU/L9KcCEP1Y9HwOrnYOGHAMLwhT464gX5Y9DPIYrRBnuzWfbdUoG4AQ4uOgS48VbbmNqX" +
		"GC2nfkmdjz0DoIP4u9TyZybqQpb5P/BKTiiTrSZ2OFGMWMreyxMb5lbtz+/HhbvheseNsMCb5nBqFm6pAoIBAQCbVAizJ4esIY6puwZE" +
		"Z/fTfXyUHHSgHx5aVtHPGZGtvaT+Ftt9So7kCqQnz/oGz1f+NIWL+L5hYOWy//6dvnaVLwaAJyn3f/QX/vG+zKBeaW4F24/kT6cvNBb8" +
		"r+RqZNawbaOZuFRUxbbkJB4FlLG6Xc3chLI1sSC4kRgWgJSx2CbtVn8MnQaseT4VEMtyh4UrCPUaJTewZiOEAcO/gaXePJzEOFnitjgv" +
		"l6iGfVsL7K9m6pnq0GTlBUWlnhGVyrleoz2fEv7mbOpq2X/BeehwygRU2ilElp/+xQ0Uz7dvysTTK/koirj3cTPsWLcuy8OO7uJTpxwy" +
		"qiBePTxFwaRzAoIBAA7m5VJZfrI0wvGJp3D+PXBqkkCGraX80fx4TTeH62iwo8D2RNLeJrTn/zV/1E+oWgb/3w0B9ogMserxjHCYh/rb" +
		"Ta+RAwauc0UPwM6Nb4tDz3ZTx0G5WKQDe633eqrGZhwtpbrGdleP+TpzjHgQKtCdqWXnvrWicnpODFGt327u2/WDhkjwv6rX9UXUsviE" +
		"+cYGf20U2ip4K7kLsCHNoJJcGD4yCcTfRD7O9w0bfyOLIJIhDZKxacDivIcPNy6Icw6e81RQs8+8ppko2QqBF+ofNaNsFlROQ1w6XCjN" +
		"t00ZWvnoNfKe14VwoSahZwt0gRwOVC2wSjFn+VkdE9BxKhw=",
};

/** The seeded account's single sign-on, at which anyone can sign in as any user. `token` proves its domain. */
export const localSso = {
	domain: "northwind.test",
	token: "northwind0northwind0northwind000",
	provider: "sso-northwind",
};
