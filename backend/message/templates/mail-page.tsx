/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import { textOn } from "../../../shared/account/brand-colors";
import { pictureSize } from "../picture/trend-picture";
import type { ContentBlock, MessageContent } from "./message-parts";

/** Sets no background or text color, so that dark modes work; the button sets both. */
const css = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; margin: 0; }
`;

type PageProps = { content: MessageContent; brand: string; footer: string[]; look: MailLook; language: string };

export type MailLook = {
	logo: { url: string; width: number; height: number } | null;
	mark: string | null;
	button: string;
};

export function mailPage(props: PageProps): string {
	return `<!doctype html>${(<MailPage {...props} />).toString()}`;
}

function MailPage({ content, brand, footer, look, language }: PageProps) {
	return (
		<html lang={language} dir="ltr">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="supported-color-schemes" content="light dark" />
				<title>{content.subject}</title>
				<style>{raw(css)}</style>
			</head>
			<body>
				<div style="max-width: 600px; margin: 0 auto; padding: 24px 16px; overflow-wrap: anywhere;">
					<Head brand={brand} look={look} />
					<h1 dir="auto" style="margin: 0 0 16px; font-size: 22px; line-height: 1.3;">
						{content.title}
					</h1>
					{content.blocks.map((block) => (
						<Block block={block} button={look.button} />
					))}
					<div style="margin-top: 32px; padding-top: 12px; border-top: 1px solid #888888; font-size: 13px;">
						{footer.map((line) => (
							<p dir="auto" style="margin: 0;">
								{line}
							</p>
						))}
					</div>
				</div>
			</body>
		</html>
	);
}

function Head({ brand, look: { logo, mark } }: Pick<PageProps, "brand" | "look">) {
	if (logo === null) {
		return (
			<p dir="auto" style="margin: 0 0 16px; font-weight: 600;">
				{mark !== null && (
					<img
						src={mark}
						alt=""
						width={26}
						height={26}
						style="margin-right: 10px; border-radius: 8px; vertical-align: middle;"
					/>
				)}
				{brand}
			</p>
		);
	}
	const { url, width, height } = logo;
	return (
		<p style="margin: 0 0 16px;">
			<img
				src={url}
				alt={brand}
				width={width}
				height={height}
				style="padding: 8px; border-radius: 6px; background: #ffffff; color: #1b1f24; font-weight: 600;"
			/>
		</p>
	);
}

function Block({ block, button }: { block: ContentBlock; button: string }) {
	switch (block.kind) {
		case "heading":
			return (
				<h2 dir="auto" style="margin: 24px 0 8px; font-size: 18px;">
					{block.text}
				</h2>
			);
		case "text":
			return (
				<p dir="auto" style="margin: 0 0 12px; white-space: pre-line;">
					{block.text}
				</p>
			);
		case "quiet":
			return (
				<p dir="auto" style="margin: 0 0 12px; font-size: 14px;">
					{block.text}
				</p>
			);
		case "links":
			return (
				<p style="margin: 0 0 12px; font-size: 14px; line-height: 2;">
					{block.links.map(({ label, url }) => (
						<a href={url} style="display: inline-block; margin-right: 20px;">
							{label}
						</a>
					))}
				</p>
			);
		case "picture":
			return <Picture caption={block.caption} />;
		case "facts":
			return <FactTable rows={block.rows} />;
		case "code":
			return (
				<p style="margin: 0 0 12px; font: 600 32px/1.4 ui-monospace, monospace; letter-spacing: 4px;">{block.code}</p>
			);
		case "link":
			return (
				<p style="margin: 16px 0;">
					<a
						href={block.url}
						style={`display: inline-block; padding: 10px 18px; border-radius: 8px; font-weight: 600; background: ${button}; color: ${textOn(button)}; text-decoration: none;`}
					>
						{block.label}
					</a>
				</p>
			);
	}
}

/** The picture is part of the mail. Some programs need an id in the form of an address (RFC 2392). */
export const pictureId = "course@alert";

function Picture({ caption }: { caption: string }) {
	const { width, height } = pictureSize;
	return (
		<>
			<p style="margin: 16px 0 4px;">
				<img
					src={`cid:${pictureId}`}
					alt=""
					width={width}
					height={height}
					style="display: block; width: 100%; max-width: 560px; height: auto;"
				/>
			</p>
			<p dir="auto" style="margin: 0 0 16px; font-size: 14px;">
				{caption}
			</p>
		</>
	);
}

function FactTable({ rows }: { rows: [label: string, value: string][] }) {
	return (
		<table style="margin: 0 0 12px; border-collapse: collapse;">
			<tbody>
				{rows.map(([label, value]) => (
					<tr>
						<th scope="row" style="padding: 2px 16px 2px 0; text-align: left; vertical-align: top; font-weight: 600;">
							{label}
						</th>
						<td dir="auto" style="padding: 2px 0;">
							{value}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
