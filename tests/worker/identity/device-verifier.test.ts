import { it } from "vitest";
import { createDeviceSecret, passwordVerifier } from "../../../worker/cognito/device-verifier";

const device = { deviceKey: "eu-west-1_0a1b2c3d", deviceGroupKey: "-Ab12Cd34" };

/** Made by `generateHashDevice` of aws-amplify 6.22.1; the verifier, of 384 or 385 bytes, by its SHA-256. */
const ofAmplify: [password: string, salt: string, digits: number, sha256: string][] = [
	[
		"FTgCRz/2iyjUvAB9awu6uoDPiA/FG7w/8KxJOXLbfVI8b7ZaSZ8YPw==",
		"00f8fbe9430bf8fc9a8a36349f1dbd03b1",
		768,
		"079a250d062d603cfd94a7f9524ca4b6924f79d036f1fd6bb89eb0519604433d",
	],
	[
		"Bo+9c+RpibtLsJljlVNIaj8JrgAdvb6GMo21ediPZHDuJytDvflaNw==",
		"229b5a514eeee559577bdf111ee95979",
		770,
		"28b08f9513a9f15f7998243afee85b3c1f197b6c588cc9a9e4bde68c5ef03cbf",
	],
	[
		"B92Q2sIn89r/tKYnQacwF7hI6scsUK+En1nTyGW8s2qaVqTDF+uiGA==",
		"00dc0f1a84f5b6bb11b67987ec1d8cf813",
		768,
		"abdc9c935a00684bc2e5dc7afc692e6459fca8b23438f3de33a9a9fbd6953705",
	],
];

it.for(ofAmplify)("equals Amplify's verifier of a device for the password %s", async (row, { expect }) => {
	const [password, salt, digits, sha256] = row;
	const verifier = await passwordVerifier(device, password, salt);
	expect(verifier).toHaveLength(digits);
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
	expect(Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")).toBe(sha256);
});

it("makes another device password each time, and never sends it", async ({ expect }) => {
	const [one, other] = [await createDeviceSecret(device), await createDeviceSecret(device)];
	expect(atob(one.password)).toHaveLength(40);
	expect(other.password).not.toBe(one.password);
	expect(other.config.Salt).not.toBe(one.config.Salt);
	expect(JSON.stringify(one.config)).not.toContain(one.password);
});
