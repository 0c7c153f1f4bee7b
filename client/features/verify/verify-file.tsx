import { TextInput } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { hexOf } from "../../../shared/base/hex";
import { isSha256 } from "../../../shared/report/verify-file";
import { type Verified, verifySha256 } from "../../api/verify-api";
import { Callout } from "../../ui/feedback/notes";
import { PlainButton } from "../../ui/form/buttons";
import { t } from "../../words/made/verify";
import { FileVerdict } from "./file-verdict";
import classes from "./verify.module.css";

/** Loads with most of the console's controls, so the page shows before it. */
const FileDrop = lazy(async () => ({ default: (await import("../../ui/form/file-drop")).FileDrop }));

/** The browser holds the whole file while it computes the checksum. */
const mostBytes = 500_000_000;

type Checked = { name: string | null; sha256: string; verified: Verified };

/**
 * Anyone with a file can use it: the browser computes the checksum, and sends only that. `printed`: the checksum of a
 * code on paper, or anything else that an address may end with.
 */
export function VerifyFile({ printed }: { printed: string }) {
	const [checked, setChecked] = useState<Checked | null>(null);
	const [isBusy, setIsBusy] = useState(false);
	const [unreadable, setUnreadable] = useState<string | null>(null);
	const latest = useRef(0);

	const check = async (name: string | null, findSha256: () => Promise<string>) => {
		const mine = ++latest.current;
		setIsBusy(true);
		setUnreadable(null);
		setChecked(null);
		try {
			const sha256 = await findSha256();
			const verified = await verifySha256(sha256);
			if (mine === latest.current) setChecked({ name, sha256, verified });
		} catch {
			if (mine === latest.current) setUnreadable(t("unreadable"));
		} finally {
			if (mine === latest.current) setIsBusy(false);
		}
	};

	const checkPrinted = useEffectEvent(() => void check(null, async () => printed));
	useEffect(() => {
		if (isSha256(printed)) checkPrinted();
	}, [printed]);

	return (
		<div className={classes.page}>
			<h1>{t("check")}</h1>
			<p className={classes.lead}>{t("check.lead")}</p>
			<Suspense fallback={<div className={classes.drop} />}>
				<FileDrop
					label={t("file.label")}
					words={t("file.words")}
					mostBytes={mostBytes}
					largerLabel={t("file.larger")}
					complaint={unreadable}
					isReading={isBusy}
					onFile={(file) => void check(file.name, () => sha256Of(file))}
				/>
			</Suspense>
			<ChecksumForm isBusy={isBusy} onChecksum={(sha256) => void check(null, async () => sha256)} />
			<div role="status" className={classes.verdict}>
				{checked !== null && <Outcome {...checked} />}
			</div>
			{checked !== null && checked.verified.outcome !== "answered" && (
				<PlainButton onClick={() => void check(checked.name, async () => checked.sha256)}>{t("tryAgain")}</PlainButton>
			)}
		</div>
	);
}

async function sha256Of(file: File): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())));
}

function Outcome({ name, sha256, verified }: Checked) {
	if (verified.outcome === "answered") return <FileVerdict name={name} sha256={sha256} file={verified.file} />;
	return <Callout tone="bad">{verified.outcome === "too-often" ? t("tooOften") : t("unavailable")}</Callout>;
}

type ChecksumFormProps = { isBusy: boolean; onChecksum: (sha256: string) => void };

function ChecksumForm({ isBusy, onChecksum }: ChecksumFormProps) {
	const [typed, setTyped] = useState("");
	const [error, setError] = useState<string | null>(null);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		// Accepts the forms that programs print: in capitals, in pairs, or followed by the file's name.
		const [first = ""] = typed.trim().split(/ [ *]/);
		const sha256 = first.replace(/[\s:-]/g, "").toLowerCase();
		if (isSha256(sha256)) return onChecksum(sha256);
		setError(t("checksum.invalid"));
	};
	return (
		<form noValidate className={classes.checksum} onSubmit={submit}>
			<TextInput
				label={t("checksum.label")}
				value={typed}
				error={error}
				autoComplete="off"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				onChange={(event) => {
					setTyped(event.currentTarget.value);
					setError(null);
				}}
			/>
			<PlainButton type="submit" disabled={isBusy}>
				{t("check.do")}
			</PlainButton>
		</form>
	);
}
