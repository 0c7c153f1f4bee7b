import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { CreatedDevice } from "../../../shared/device";
import classes from "./add-device.module.css";
import { ingestExample } from "./ingest-example";

/** The only time the key is shown: the backend keeps no copy that could be read again. */
export function DeviceKeyPanel({
	device,
	apiKey,
	onDone,
}: {
	device: CreatedDevice["device"];
	apiKey: string;
	onDone: () => void;
}) {
	const channel = device.channels[0]?.name ?? "Temperature";
	const example = ingestExample({ origin: window.location.origin, key: apiKey, channel, at: new Date() });
	return (
		<div className={classes.form}>
			<p className={classes.lead}>
				<b>{device.name}</b> is added. It needs this key to send readings.
			</p>
			<div className={classes.warning}>
				<b>Copy the key now.</b> It is shown this once and cannot be read again later.
			</div>
			<Snippet title="Device key" text={apiKey} />
			<Snippet title="Try it: post one reading" text={example} />
			<p className={classes.help}>
				The reading shows up under Devices and Log within seconds, and the status turns to Online.
			</p>
			<div className={classes.buttons}>
				<Button onClick={onDone} data-autofocus>
					I have copied the key
				</Button>
			</div>
		</div>
	);
}

function Snippet({ title, text }: { title: string; text: string }) {
	return (
		<div>
			<div className={classes.snippetHead}>
				<h3>{title}</h3>
				<CopyButton value={text}>
					{({ copied, copy }) => (
						<Button
							variant="default"
							size="compact-sm"
							leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
							onClick={copy}
							aria-label={copied ? `${title} copied` : `Copy: ${title}`}
						>
							{copied ? "Copied" : "Copy"}
						</Button>
					)}
				</CopyButton>
			</div>
			<pre className={classes.snippet}>
				<code>{text}</code>
			</pre>
		</div>
	);
}
