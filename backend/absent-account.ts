import { neutralProductName } from "../shared/account/brand";
import { wordsIn } from "../shared/words/made/links-in";
import type { KeyResponse } from "./api/key-call";
import type { Acceptance } from "./base/context";
import type { CalendarResponse } from "./duty/serve-calendar";
import type { UploadResponse } from "./ingest/append-upload";
import type { LakeClaim, LakeResponse } from "./lake/lake-calls";
import type { LinkPage } from "./link/link-action";
import type { Claim } from "./message/claim-message";
import type { PublicLinkResponse } from "./public-link/serve-public-link";
import type { EditionClaim } from "./report/proof/editions";
import type { RunClaim, RunResponse } from "./report/run/run-calls";
import type { ReviewClaim, ReviewRows } from "./trail-review/review-calls";
import type { WallResponse } from "./wall/serve-wall";

const say = wordsIn("en");

/** Responses for an account that does not exist or is being deleted. */
export const absentAccount: {
	key: KeyResponse;
	upload: UploadResponse<never>;
	claim: Claim;
	run: RunClaim;
	page: RunResponse;
	edition: EditionClaim;
	review: ReviewClaim;
	reviewRows: ReviewRows;
	lake: LakeClaim;
	lakePage: LakeResponse;
	joined: Acceptance;
	link: LinkPage;
	wall: WallResponse;
	publicLink: PublicLinkResponse;
	calendar: CalendarResponse;
} = {
	key: { refusal: "invalid-key" },
	upload: { refusal: "no-account" },
	claim: { status: "ignored", why: "no account" },
	run: { status: "ignored", why: "no account" },
	page: { status: "lost" },
	edition: { status: "ignored" },
	review: { status: "ignored" },
	reviewRows: { status: "lost" },
	lake: { status: "ignored" },
	lakePage: { status: "lost" },
	joined: { status: "refused", state: "unknown" },
	link: {
		brand: neutralProductName,
		language: "en",
		title: say("gone"),
		text: [say("noAccount")],
		choices: [],
	},
	wall: { refusal: "unknown" },
	publicLink: { denial: "closed" },
	calendar: { denial: "unknown" },
};
