declare namespace Cloudflare {
	interface Env {
		LOCAL: Fetcher;
		SIGNING_KEY: JsonWebKey & { kid: string };
		DIRECTORY_MIGRATIONS: { name: string; queries: string[] }[];
		INGEST_SECRET: string;
		INGEST_SECRET_PREVIOUS: string;
	}
}
