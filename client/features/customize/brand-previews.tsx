import { Button } from "@mantine/core";
import { useState } from "react";
import type { Brand, PreviewBrand } from "../../../shared/account/brand";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { saveFile } from "../../base/save-file";
import { ReadDialog, useRun } from "../../forms/action-dialog";
import { ButtonRow, FormFailure } from "../../ui/form/buttons";
import classes from "./customize.module.css";

const titles = { alert: "An alert", mail: "An invitation", page: "A link page" };

export function BrandPreviews({ brand }: { brand: Brand }) {
	const { isBusy, error, run } = useRun();
	const [shown, setShown] = useState<{ title: string; html: string } | null>(null);
	const ask = (what: PreviewBrand["what"]) => trpcClient.account.previewBrand.query({ ...brand, what });
	const see = (what: keyof typeof titles) =>
		run(async () => {
			const preview = await ask(what);
			if ("html" in preview) setShown({ title: titles[what], html: preview.html });
		});
	const seeReport = () =>
		run(async () => {
			const preview = await ask("report");
			if ("pdf" in preview) download(preview.pdf);
		});
	return (
		<div className={classes.seeing}>
			<ButtonRow>
				<Button variant="default" disabled={isBusy} onClick={() => void see("alert")}>
					See an alert mail
				</Button>
				<Button variant="default" disabled={isBusy} onClick={() => void see("mail")}>
					See an invitation
				</Button>
				<Button variant="default" disabled={isBusy} onClick={() => void see("page")}>
					See a link page
				</Button>
				<Button variant="default" disabled={isBusy} onClick={() => void seeReport()}>
					Download a sample report
				</Button>
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
