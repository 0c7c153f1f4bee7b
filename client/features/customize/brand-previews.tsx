import { useState } from "react";
import type { Brand, PreviewBrand } from "../../../shared/account/brand";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { saveFile } from "../../base/save-file";
import { ReadDialog, useRun } from "../../forms/action-dialog";
import { ButtonRow, FormFailure, PlainButton } from "../../ui/form/buttons";
import { t } from "../../words/made/devices";
import classes from "./customize.module.css";

export function BrandPreviews({ brand }: { brand: Brand }) {
	const { isBusy, error, run } = useRun();
	const [shown, setShown] = useState<{ title: string; html: string } | null>(null);
	const ask = (what: PreviewBrand["what"]) => trpcClient.account.previewBrand.query({ ...brand, what });
	const see = (what: Exclude<PreviewBrand["what"], "report">) =>
		run(async () => {
			const preview = await ask(what);
			if ("html" in preview) setShown({ title: t(`customize.sample.${what}`), html: preview.html });
		});
	const seeReport = () =>
		run(async () => {
			const preview = await ask("report");
			if ("pdf" in preview) download(preview.pdf);
		});
	return (
		<div className={classes.seeing}>
			<ButtonRow>
				<PlainButton disabled={isBusy} onClick={() => void see("alert")}>
					{t("customize.see.alert")}
				</PlainButton>
				<PlainButton disabled={isBusy} onClick={() => void see("mail")}>
					{t("customize.see.mail")}
				</PlainButton>
				<PlainButton disabled={isBusy} onClick={() => void see("page")}>
					{t("customize.see.page")}
				</PlainButton>
				<PlainButton disabled={isBusy} onClick={() => void seeReport()}>
					{t("customize.see.report")}
				</PlainButton>
			</ButtonRow>
			<FormFailure failure={error === null ? null : failureText(error)} />
			{shown && (
				<ReadDialog title={shown.title} size={720} onClose={() => setShown(null)}>
					{/* The sandbox allows no scripts, no forms and no origin of its own. */}
					<iframe className={classes.frame} title={shown.title} sandbox="" srcDoc={shown.html} />
				</ReadDialog>
			)}
		</div>
	);
}

function failureText(error: unknown): string {
	return Object.values(readFailure(error).fields).join(" ") || sentenceFor(error);
}

function download(pdf: string): void {
	const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0));
	saveFile("Sample report.pdf", new Blob([bytes], { type: "application/pdf" }));
}
