import { t } from "../../words/made/common";
import "@mantine/dropzone/styles.css";
import { Button } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileImport } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { formatBytes } from "../format";
import classes from "./file-drop.module.css";

type FileDropProps = {
	label: string;
	words: ReactNode;
	mostBytes: number;
	largerLabel?: string;
	complaint?: string | null;
	accept?: string;
	isReading?: boolean;
	isFirst?: boolean;
} & (
	| { onFile: (file: File) => void; onFiles?: undefined }
	/** Takes several files of any size: the receiver reports the problem of each. */
	| { onFile?: undefined; onFiles: (files: File[]) => void }
);

export function FileDrop({
	label,
	words,
	mostBytes,
	largerLabel,
	complaint,
	accept,
	isReading,
	isFirst,
	onFile,
	onFiles,
}: FileDropProps) {
	const wordsId = useId();
	const choose = useRef<() => void>(null);
	const [isRejected, setIsRejected] = useState(false);
	const take = (files: File[]) => {
		setIsRejected(false);
		const [file] = files;
		if (!file) return;
		if (onFiles) onFiles(files);
		else onFile(file);
	};
	const denial = [t("chooseFile.atMost", { size: formatBytes(mostBytes) }), largerLabel].filter(Boolean).join(" ");
	return (
		<div>
			<Dropzone
				className={classes.dropzone}
				onDrop={take}
				onReject={() => setIsRejected(true)}
				loading={isReading}
				{...(onFiles ? { multiple: true } : { multiple: false, maxFiles: 1, maxSize: mostBytes })}
				activateOnClick={false}
				activateOnKeyboard={false}
				enablePointerEvents
				openRef={choose}
				inputProps={{ "aria-label": label, accept }}
			>
				<div className={classes.invitation}>
					<IconFileImport size={30} stroke={1.4} aria-hidden />
					<div>
						<div className={classes.choose}>
							<Button
								data-autofocus={isFirst || undefined}
								aria-describedby={wordsId}
								onClick={() => choose.current?.()}
							>
								{onFiles ? t("chooseFiles") : t("chooseFile")}
							</Button>
							<span>{onFiles ? t("chooseFiles.orDrop") : t("chooseFile.orDrop")}</span>
						</div>
						<p id={wordsId}>{words}</p>
					</div>
				</div>
			</Dropzone>
			<p role="alert" className={classes.complaint}>
				{isRejected ? denial : complaint}
			</p>
		</div>
	);
}
