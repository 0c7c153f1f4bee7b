import { Button, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./snippet.module.css";

export function Snippet({ title, text }: { title: string; text: string }) {
	return (
		<div>
			<div className={classes.head}>
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
			<pre className={classes.text}>
				<code>{text}</code>
			</pre>
		</div>
	);
}
