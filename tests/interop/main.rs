// SPDX-License-Identifier: BSD-2-Clause
// main FILE - count the samples of a recording with the crate linux-perf-data, each of them decoded

use linux_perf_data::linux_perf_event_reader::EventRecord;
use linux_perf_data::{PerfFileReader, PerfFileRecord};

fn count(path: &str) -> Result<u64, Box<dyn std::error::Error>> {
    let reader = std::io::BufReader::new(std::fs::File::open(path)?);
    let PerfFileReader { mut perf_file, mut record_iter } = PerfFileReader::parse_file(reader)?;
    let mut samples = 0;

    if perf_file.event_attributes().iter().any(|a| a.name().is_none()) {
        return Err("an event has no name".into());
    }
    if perf_file.hostname()?.unwrap_or("").is_empty() {
        return Err("no hostname".into());
    }
    while let Some(record) = record_iter.next_record(&mut perf_file)? {
        match record {
            PerfFileRecord::EventRecord { record, .. } => {
                if let EventRecord::Sample(_) = record.parse()? {
                    samples += 1;
                }
            }
            PerfFileRecord::UserRecord(record) => {
                record.parse()?;
            }
        }
    }
    Ok(samples)
}

fn main() {
    let path = std::env::args().nth(1).expect("usage: main FILE");

    match count(&path) {
        Ok(n) => println!("{n}"),
        Err(e) => {
            eprintln!("{path}: {e}");
            std::process::exit(1);
        }
    }
}
