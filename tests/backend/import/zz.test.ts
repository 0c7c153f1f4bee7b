import { it } from "vitest";
import { parseFile } from "../../../backend/import/parse-file";

const files: Record<string, string> = {
	boxcar:
		"Date Time\tTemperature (*C) c:1\tHigh-Res Temp (*C) c:1 2\tRH (%) c:3\n07/07/03 10:45:40.0\t26.34\t26.22\t48.3\n07/07/03 11:45:40.0\t24.4\t24.35\t44.2\n07/07/03 12:45:40.0\t22.86\t22.76\t45.7\n",
	toaci1: '"TOACI1","CHVO","Min15"\n"TMSTAMP","RECNBR","BV","OB","OBM"\n"2016-06-17 00:00:00",2050,12.77,38.5,38.23\n',
	edge: `2024-05-23T10:45:21+0200,main,00123.9629,123.9628,123.9628,0.000000,0.0000,no error,0,0,1,2,3,9,6,2,9
2024-05-23T10:45:21+0200,main,00123.9624,,123.9628,,0.0000,Neg. Rate, Calculated: 123.962400, PreValue: 123.9628, Number: 1 ,0,0,1,2,3,9,6,2,4
2024-05-23T10:45:21+0200,main,00123.9625,,123.9628,,0.0000,Neg. Rate, Calculated: 123.962500, PreValue: 123.9628, Number: 2 ,0,0,1,2,3,9,6,2,5
2024-05-23T10:45:21+0200,main,00123.9626,,123.9628,,0.0000,Neg. Rate, Calculated: 123.962600, PreValue: 123.9628, Number: 3 ,0,0,1,2,3,9,6,2,6
2024-05-23T11:05:21+0200,main,00123.9629,123.9628,123.9628,0.000000,0.0000,no error,0,0,1,2,3,9,6,2,9
2024-05-23T11:10:21+0200,main,00123.9628,123.9628,123.9628,,0.0000,no error,0,0,1,2,3,9,6,2,8
2024-05-23T11:19:27+0200,main,00123.9738,123.9738,123.9738,0.000220,0.0009,no error,0,0,1,2,3,9,7,3,8
2024-05-23T11:19:27+0200,main,001239.731,,123.9738,,0.000,Rate too high - Calculated: 1239.731 - Pre: 123.974 - Rate: 1115.757, Number: 1 ,0,0,1,2,3,9,7,3,1
`,
	noaa: "USAF,WBAN,Date,Time,TEMP,DEW\n722950,23174,20150115,0053,12.2,4.4\n722950,23174,20150115,0153,11.7,4.4\n722950,23174,20150115,0253,11.1,-9999\n",
	ha: "entity_id,state,last_changed\nsensor.t,unavailable,2025-10-26T00:00:00.000Z\nsensor.t,20.5,2025-10-26T00:10:00.000Z\nsensor.t,20.6,2025-10-26T00:20:00.000Z\n",
	has: "statistic_id\tunit\tstart\tmin\tmax\tmean\nsensor:a\t°C\t13.02.2026 10:00\t1.5\t2.5\t2.0\nsensor:b\t%\t13.02.2026 10:00\t1.5\t2.5\t2.0\n",
	dsview: "; CSV, generated\n; Channels (6/16)\nTime(s), SCK, MISO\n0,0,0\n4e-09,0,0\n1,2e-08,0,0\n",
	flexmot: "Date;Time;Temp °C\n14/12/2025;12:00;5,1\n14/12/2025;12:10;5,2\n",
	hobomx:
		'#,"Date-Time (CST/CDT)","Ch: 1 - Temperature   (°F)","Host Connected","End of File"\n1,06/15/2024 12:00:00 PM,70.1,,\n2,06/15/2024 12:05:00 PM,70.2,,\n3,06/15/2024 12:06:00 PM,,Logged,\n',
	testo: "Date/Time;Kanal 1 [°C];Kanal 2 [%rF]\n01.02.2026 10:00:00;-- --;50,1\n01.02.2026 10:10:00;5,1;Err\n",
	comment: "# a\n# Site, Lab\n# Units: degF\ntimestamp,temp\n2026-01-01T00:00:00,50\n2026-01-01T00:10:00,51\n",
	mixed: "Time,A\n01/13/2026 10:00,1.5\n01/14/2026 10:00,1.5\n",
};
it("field", () => {
	for (const [name, text] of Object.entries(files)) {
		const f = parseFile(new TextEncoder().encode(text), {});
		console.log("#### " + name);
		if ("problem" in f) {
			console.log(JSON.stringify(f));
			continue;
		}
		console.log(
			JSON.stringify(f.format),
			"\nOPEN",
			JSON.stringify(f.open),
			"\nCOLS",
			f.columns.map((c) => `${c.name}{${c.unit}}`).join(" | "),
			"\n" +
				f.line
					.map((l, r) =>
						[
							l,
							typeof f.wallAt[r] === "number"
								? new Date(f.wallAt[r] as number).toISOString().slice(0, 19)
								: f.wallAt[r],
							f.offsetMinutes?.[r],
							f.cellCounts?.[r],
							...f.values.map((v) => v.column + ":" + v.cells[r]),
						].join(" ; "),
					)
					.join("\n"),
		);
	}
});
