declare namespace Cloudflare {
	interface Env {
		LOCAL: Fetcher;
		/** Takes a file, and returns the result of tests/backend/pdf-reader.ts. */
		FONTS: Fetcher;
		INK_READER: Fetcher;
		PARQUET_READER: Fetcher;
		PDF_READER: Fetcher;
		/** Takes a push, and returns what its browser would read: tests/backend/push-reader.ts. */
		PUSH_READER: Fetcher;
		SIGNING_KEY: JsonWebKey & { kid: string };
		DIRECTORY_MIGRATIONS: { name: string; queries: string[] }[];
		EMAIL_DAILY_QUOTA: string;
		SMS_DAILY_QUOTA: string;
		CALL_DAILY_QUOTA: string;
		INGEST_SECRET: string;
		INGEST_SECRET_PREVIOUS: string;
		SSO_PRIVATE_KEY: string;
		VAPID_PUBLIC_KEY: string;
		VAPID_PRIVATE_KEY: string;
		TELEGRAM_BOT: string;
		TELEGRAM_BOT_TOKEN: string;
	}
}
