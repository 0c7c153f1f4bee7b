import { Button } from "@mantine/core";
import { useState } from "react";
import type { BrandPublication, BrandState } from "../../../shared/account/brand";
import { trpcClient } from "../../api/trpc";
import { ActionDialog } from "../../forms/action-dialog";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { TimeStamp } from "../../ui/time/time-stamp";
import { isSameLook } from "./brand-values";
import classes from "./customize.module.css";

type PublishBarProps = {
	state: BrandState;
	isDirty: boolean;
	onPublished: (state: BrandState, words: string) => void;
};

export function PublishBar({ state, isDirty, onPublished }: PublishBarProps) {
	const [wanted, setAsked] = useState<"publish" | BrandPublication | null>(null);
	const { version, draft, publications, hostnames, isSenderReleased } = state;
	const [shown, ...earlier] = publications;
	const denial = publishDenial(state, isDirty);
	const close = () => setAsked(null);
	return (
		<Card
			title="Published"
			action={
				<GuardedButton look="primary" denial={denial} onClick={() => setAsked("publish")}>
					Publish
				</GuardedButton>
			}
		>
			<p className={classes.lead}>
				{shown ? (
					<>
						Everyone sees the look that {shown.publishedBy || "a former member"} published on{" "}
						<TimeStamp at={shown.revision} isFocusable />
						{isSameLook(draft, shown.brand) ? "." : ", not the draft."}
					</>
				) : (
					"Everyone sees AQLCloud's own look."
				)}{" "}
				{hostnames.length > 0
					? `Sign-in shows it at ${hostnames.join(", ")}.`
					: "Sign-in shows it at a hostname of your own: ask the operator of this console."}{" "}
				{isSenderReleased ? "Mails may have your own sender." : "Your own sender name isn't approved yet."}
			</p>
			<ul className={classes.history} aria-label="Earlier looks">
				{earlier.map((publication) => (
					<li key={publication.revision}>
						<span>
							<b>{publication.brand.productName || "AQLCloud"}</b>, <TimeStamp at={publication.revision} isFocusable />
						</span>
						<Button
							variant="default"
							size="compact-md"
							aria-label={`Go back to ${publication.brand.productName || "AQLCloud"}`}
							onClick={() => setAsked(publication)}
						>
							Go back to it
						</Button>
					</li>
				))}
			</ul>
			{wanted === "publish" && (
				<ActionDialog
					isQuestion
					title="Publish this look?"
					label="Publish"
					run={async () =>
						onPublished(await trpcClient.account.publishBrand.mutate({ version }), "Published. Everyone sees it now.")
					}
					onClose={close}
				>
					<p>
						Everyone in the account sees it at once, in new mails, reports and link pages too. Pages of your own
						hostname follow within a minute.
					</p>
				</ActionDialog>
			)}
			{wanted !== null && wanted !== "publish" && (
				<ActionDialog
					isQuestion
					title={`Go back to ${wanted.brand.productName || "AQLCloud"}?`}
					label="Go back"
					run={async () => {
						const { revision } = wanted;
						const reverted = await trpcClient.account.revertBrand.mutate({ version, revision });
						onPublished(reverted, "Everyone sees the earlier look again.");
					}}
					onClose={close}
				>
					<p>It is published again and replaces the draft, whose changes are lost.</p>
				</ActionDialog>
			)}
		</Card>
	);
}

function publishDenial({ version, draft, publications: [shown] }: BrandState, isDirty: boolean): string | null {
	if (isDirty) return "Save the draft first.";
	if (version === 0) return "Save a draft first.";
	return shown && isSameLook(draft, shown.brand) ? "Everyone already sees this look." : null;
}
