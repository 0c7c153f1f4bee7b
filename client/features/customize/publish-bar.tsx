import { useState } from "react";
import type { BrandPublication, BrandState } from "../../../shared/account/brand";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { ConfirmDialog } from "../../forms/action-dialog";
import { SmallButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/devices";
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
			title={t("customize.published")}
			action={
				<GuardedButton look="primary" denial={denial} onClick={() => setAsked("publish")}>
					{t("customize.publish")}
				</GuardedButton>
			}
		>
			<p className={classes.lead}>
				{shown
					? rich(isSameLook(draft, shown.brand) ? "customize.seen" : "customize.seen.notDraft", {
							name: shown.publishedBy || t("customize.formerMember"),
							time: <TimeStamp at={shown.revision} isFocusable />,
						})
					: t("customize.seen.own")}{" "}
				{hostnames.length > 0
					? t("customize.hostnames", { hostnames: hostnames.join(comma) })
					: t("customize.hostnames.none")}{" "}
				{isSenderReleased ? t("customize.sender") : t("customize.sender.notApproved")}
			</p>
			<ul className={classes.history} aria-label={t("customize.earlier")}>
				{earlier.map((publication) => (
					<li key={publication.revision}>
						<span>
							<b>{publication.brand.productName || "AQLCloud"}</b>, <TimeStamp at={publication.revision} isFocusable />
						</span>
						<SmallButton
							aria-label={t("customize.goBack.name", { name: publication.brand.productName || "AQLCloud" })}
							onClick={() => setAsked(publication)}
						>
							{t("customize.goBack")}
						</SmallButton>
					</li>
				))}
			</ul>
			{wanted === "publish" && (
				<ConfirmDialog
					title={t("customize.publish.question")}
					label={t("customize.publish")}
					run={async () =>
						onPublished(await trpcClient.account.publishBrand.mutate({ version }), t("customize.publish.done"))
					}
					onClose={close}
				>
					<p>{t("customize.publish.effect")}</p>
				</ConfirmDialog>
			)}
			{wanted !== null && wanted !== "publish" && (
				<ConfirmDialog
					title={t("customize.goBack.question", { name: wanted.brand.productName || "AQLCloud" })}
					label={t("customize.goBack.run")}
					run={async () => {
						const { revision } = wanted;
						const reverted = await trpcClient.account.revertBrand.mutate({ version, revision });
						onPublished(reverted, t("customize.goBack.done"));
					}}
					onClose={close}
				>
					<p>{t("customize.goBack.effect")}</p>
				</ConfirmDialog>
			)}
		</Card>
	);
}

function publishDenial({ version, draft, publications: [shown] }: BrandState, isDirty: boolean): string | null {
	if (isDirty) return t("customize.publish.unsaved");
	if (version === 0) return t("customize.publish.noDraft");
	return shown && isSameLook(draft, shown.brand) ? t("customize.publish.same") : null;
}
