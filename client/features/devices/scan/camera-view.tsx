import { useEffect, useRef, useState } from "react";
import { Callout } from "../../../ui/feedback/notes";
import { SmallButton } from "../../../ui/form/buttons";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/labels";
import { type CameraFault, createCodeReader, openCamera } from "./camera";
import classes from "./scan.module.css";

const readEveryMs = 150;

type CameraViewProps = { onCode: (text: string) => void };

/** Opens the camera when it is mounted, which a press did, and stops it when it is unmounted. */
export function CameraView({ onCode }: CameraViewProps) {
	const [attempt, setAttempt] = useState(0);
	const [fault, setFault] = useState<CameraFault | null>(null);
	const [isRunning, setIsRunning] = useState(false);
	const video = useRef<HTMLVideoElement>(null);
	const report = useRef(onCode);
	report.current = onCode;
	// biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the camera anew
	useEffect(() => {
		let isOver = false;
		let stream: MediaStream | null = null;
		let timer = 0;
		const stop = () => {
			isOver = true;
			clearTimeout(timer);
			for (const track of stream?.getTracks() ?? []) track.stop();
		};
		const fail = (found: CameraFault) => {
			if (isOver) return;
			stop();
			setIsRunning(false);
			setFault(found);
		};
		const run = async () => {
			const opened = await openCamera();
			if (typeof opened === "string") return fail(opened);
			stream = opened;
			if (isOver || !video.current) return stop();
			// A locked phone and an unplugged camera end the track.
			for (const track of stream.getTracks()) track.addEventListener("ended", () => fail("busy"));
			const shown = video.current;
			shown.srcObject = stream;
			await shown.play();
			const read = await createCodeReader();
			if (isOver) return;
			setIsRunning(true);
			const look = async () => {
				const text = await read(shown);
				if (isOver) return;
				if (text !== null) report.current(text);
				timer = window.setTimeout(() => void look().catch(() => fail("busy")), readEveryMs);
			};
			await look();
		};
		setFault(null);
		void run().catch(() => fail("busy"));
		return stop;
	}, [attempt]);

	if (fault !== null) {
		return (
			<Callout tone="warn" role="status" className={`${layout.ends} ${classes.found}`}>
				<span>{t(`scan.${fault}`)}</span>
				{fault !== "insecure" && <SmallButton onClick={() => setAttempt(attempt + 1)}>{t("scan.again")}</SmallButton>}
			</Callout>
		);
	}
	return (
		<div className={classes.camera}>
			<video ref={video} className={classes.video} muted playsInline aria-label={t("scan.video")} />
			<p role="status" className={layout.help}>
				{isRunning ? t("scan.looking") : t("scan.starting")}
			</p>
		</div>
	);
}
