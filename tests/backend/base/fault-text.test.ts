import { describe, it } from "vitest";
import { faultText } from "../../../backend/base/report-error";

describe("what the log says of a fault", () => {
	it("names the query and where it was run, and not the values it was run with", ({ expect }) => {
		const error = new Error("Failed query: insert into users values (?)\nparams: ada@example.org,Ada Lovelace");
		const { message, stack } = faultText(error);
		expect(message).toContain("Failed query: insert into users values (?)");
		expect(stack).toMatch(/^\s+at /);
		expect(message + stack).not.toMatch(/ada|lovelace/i);
	});
});
