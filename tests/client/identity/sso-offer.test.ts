import { afterEach, describe, expect, it, vi } from "vitest";
import { findSsoOffer } from "../../../client/features/sign-in/sso-offer";

const asked = vi.hoisted(() => vi.fn());
vi.mock("../../../client/api/auth-api", () => ({ post: asked }));

afterEach(() => asked.mockReset());

describe("the company of an address on the sign-in page", () => {
	it.each([
		["anna@Bücher-1.example", "xn--bcher-1-n2a.example"],
		["anna@xn--bcher-2-n2a.example", "xn--bcher-2-n2a.example"],
		["anna@ACME-3.Example", "acme-3.example"],
		["anna@mail.acme-4.example", "mail.acme-4.example"],
	])("asks by the domain as DNS knows it: %s", async (email, domain) => {
		asked.mockResolvedValue({ ok: true, value: { company: "Company" } });
		const offer = await findSsoOffer(email);
		expect(asked.mock.calls).toEqual([["sso/offer", { domain }]]);
		expect(offer?.isFor(email)).toBe(true);
		expect(offer?.isFor(`ben@${domain}`)).toBe(true);
		expect(offer?.isFor(`ben@other.${domain}`)).toBe(false);
	});

	it.each(["anna", "anna@", "anna@acme", "anna@acme.example/x", "anna@user@acme.example:8443", "a b@acme.example"])(
		"asks for nothing where there is no address: %s",
		async (typed) => {
			expect(await findSsoOffer(typed)).toBeNull();
			expect(asked).not.toHaveBeenCalled();
		},
	);
});
