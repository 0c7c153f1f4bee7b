export type Bindings = ConsoleEnv & {
	LOCAL?: Fetcher;
	/** Set in local runs only; no deployed file contains them. */
	DEMO_SIGN_IN?: DemoSignIn;
	DEV_SERVER?: string;
	PASSWORD_POLICY?: string;
	SIGN_UP?: string;
	GUEST_ACCESS?: string;
	COOKIE_SAME_SITE?: string;
	COOKIE_SECURE?: string;
	COGNITO_REGION?: string;
	USER_POOL_ENDPOINT?: string;
	IDENTITY_POOL_ENDPOINT?: string;
	PROPAGATE_CLIENT_ADDRESS?: string;
	USER_POOL_CLIENT_SECRET?: string;
	UPSTREAM_AUTH?: string;
	UPSTREAM_REGION?: string;
	UPSTREAM_SERVICE?: string;
	UPSTREAM_HEADERS?: string;
	PROXY_RATE_LIMIT?: string;
	UPLOAD_LOG_SHARE?: string;
	SENTRY_RELEASE?: string;
};

type DemoSignIn = { email: string; password: string };
