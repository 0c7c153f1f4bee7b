import { describe, it } from "vitest";
import { faultText } from "../../../backend/base/report-error";

describe("the log line of a fault", () => {
	it("names the query, its error and its place in the code, and none of its values", ({ expect }) => {
		const cause = new Error("D1_ERROR: UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT (Ada Lovelace)");
		const query = 'Failed query: insert into "users" values (?)\nparams: ada@example.org,Ada Lovelace';
		const { message, stack } = faultText(new Error(query, { cause }));
		expect(message).toBe('Failed query: insert into "users"; D1_ERROR; UNIQUE constraint failed: users.email');
		expect(stack).toMatch(/^\s+at /);
	});

	it("keeps nothing of a text from outside, even if it looks like a place in the code", ({ expect }) => {
		const typed = "Ada Lovelace is taken\n    at Ada (ward:1:1)\n    at Lovelace:2:2";
		const { message, stack = "" } = faultText(Object.assign(new Error(typed), { name: "Ada Lovelace" }));
		expect(message).toBe("");
		expect(stack).not.toMatch(/ada|lovelace|ward/i);
		expect(faultText("Ada Lovelace")).toEqual({});
	});
});
