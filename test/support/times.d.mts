/** Seconds by test file, from the root. */
export type Times = Readonly<Record<string, number>>;
export declare function projectOf(file: string): string;
export declare function timeLines(times: Times, shown?: number): readonly string[];
export declare function keepTimes(root: string, times: Times, where: string): void;
export declare function keptTimes(root: string): Times;
