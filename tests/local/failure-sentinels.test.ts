import { expect, it } from "vitest";
import { failOnPurpose } from "../../local/user-pool/failure-sentinels";
import { passwordSignIn } from "./pool-client";

it("keeps slow@ waiting for twenty seconds and nobody else", async () => {
	const waits: number[] = [];
	const wait = async (ms: number) => void waits.push(ms);
	expect(await failOnPurpose(passwordSignIn("owner@aqlcloud.test"), wait)).toBeNull();
	expect(waits).toEqual([]);
	expect(await failOnPurpose(passwordSignIn("slow@aqlcloud.test"), wait)).toBeNull();
	expect(waits).toEqual([20_000]);
});
