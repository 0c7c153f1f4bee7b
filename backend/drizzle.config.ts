import { defineConfig } from "drizzle-kit";

/** Used by `npm run migrations`, after a change of db/schema.ts. */
export default defineConfig({
	dialect: "sqlite",
	driver: "durable-sqlite",
	schema: "./backend/db/schema.ts",
	out: "./backend/migrations/account",
});
