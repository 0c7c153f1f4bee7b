import { defineConfig } from "drizzle-kit";

/** Run `npx drizzle-kit generate --config backend/drizzle.config.ts` after a change of db/schema.ts. */
export default defineConfig({
	dialect: "sqlite",
	driver: "durable-sqlite",
	schema: "./backend/db/schema.ts",
	out: "./backend/migrations/account",
});
