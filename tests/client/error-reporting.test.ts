import { expect, it } from "vitest";
import { isFault } from "../../client/api/error-funnel";
import { readTag } from "../../client/error-reporting/start-reporting";

it("takes the DSN of the page's tag, and stays off without one", () => {
	expect(readTag(undefined)).toBeNull();
	expect(readTag("{}")).toBeNull();
	expect(readTag('{"environment":"production","release":null}')).toEqual({ environment: "production", release: null });
	expect(readTag('{"environment":"e","release":"r"}')).toEqual({ environment: "e", release: "r" });
});

it("reports faults, neither outages nor rejections", () => {
	const call = (httpStatus: number) => Object.assign(new Error("x"), { data: { httpStatus } });
	expect(isFault(new TypeError("x is not a function"))).toBe(true);
	expect(isFault(call(500))).toBe(true);
	for (const status of [400, 403, 404, 429, 502, 503, 504]) expect(isFault(call(status)), String(status)).toBe(false);
	const pending = (cause: Error) => Object.assign(new Error(cause.message, { cause }), { name: "TRPCClientError" });
	expect(isFault(pending(new TypeError("Failed to fetch")))).toBe(false);
	expect(isFault(pending(new SyntaxError("Unexpected token '<'")))).toBe(true);
});
