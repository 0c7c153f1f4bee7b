import { expect, it } from "vitest";
import { parseErrorService } from "../../../shared/errors/error-service";

it("stays off without a DSN", () => {
	expect(parseErrorService({})).toEqual({ isOn: false });
	expect(parseErrorService({ SENTRY_DSN: "", SENTRY_ENVIRONMENT: "" })).toEqual({ isOn: false });
});

it("knows where envelopes go, also below a path and on a port", () => {
	const dsn = "https://abc0@errors.example.com:8443/below/here/42";
	expect(parseErrorService({ SENTRY_DSN: dsn, SENTRY_RELEASE: "c0ffee" })).toEqual({
		isOn: true,
		service: {
			dsn,
			publicKey: "abc0",
			envelopeUrl: "https://errors.example.com:8443/below/here/api/42/envelope/?sentry_key=abc0&sentry_version=7",
			environment: "production",
			release: "c0ffee",
		},
	});
});

it.each([
	"http://abc@errors.example.com/1",
	"https://errors.example.com/1",
	"https://abc:secret@errors.example.com/1",
	"https://abc@errors.example.com/",
	"https://abc@errors.example.com/1?x=y",
])("rejects any other form: %s", (dsn) => {
	expect(parseErrorService({ SENTRY_DSN: dsn })).toBeNull();
});

it("takes no environment that could be more than a name", () => {
	expect(parseErrorService({ SENTRY_ENVIRONMENT: "a b" })).toBeNull();
});
