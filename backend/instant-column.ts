import { integer } from "drizzle-orm/sqlite-core";

/** A column of epoch milliseconds that reads as a Date. */
export const instant = (name: string) => integer(name, { mode: "timestamp_ms" });
