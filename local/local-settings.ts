/** The ids have AWS's form, so that production verification runs unchanged. */
export const localSettings = {
	USER_POOL_ID: "us-east-1_Local0001",
	PASSWORD_POLICY: '{"minimumLength": 12}',
	USER_POOL_CLIENT_ID: "local0client0id0aqlcloud00",
	USER_POOL_DOMAIN: "https://aqlcloud-local.auth.us-east-1.amazoncognito.com",
	IDENTITY_POOL_ID: "us-east-1:00000000-0000-4000-8000-000000000001",
};

/** The pool's second app client, for runs with a client secret. It protects nothing outside this machine. */
export const confidentialClient = {
	clientId: "local0client0id0withsecret0",
	clientSecret: "local-client-secret-for-this-machine-only-0000000000",
};

/** Not a secret: it signs device keys that exist only on this machine. */
export const localIngestSecret = "local-ingest-secret-for-this-machine-only";

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
