import { defineConfig } from "drizzle-kit";

/** `npx drizzle-kit generate --config backend/drizzle.config.ts` after a change of schema.ts. */
export default defineConfig({
	dialect: "sqlite",
	driver: "durable-sqlite",
	schema: "./backend/schema.ts",
	out: "./backend/migrations/account",
});
